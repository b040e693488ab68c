"""What tests share: a fake model server and helpers around it."""
