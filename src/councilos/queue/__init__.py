"""Jobs for workers; Procrastinate lives here."""
