"""What `import niclab` offers: the commands as functions, their results as tables and pages."""
