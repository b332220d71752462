"""What every request passes: authentication, policies, limits, problems, logs and streams."""
