"""The shapes of requests and answers, from which the OpenAPI document and its clients are made."""
