"""The office: people with their roles and passwords, and tables set up or taken down."""
