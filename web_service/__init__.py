"""The service over HTTP: tables are recorded, followed and asked about from browsers and programs."""
