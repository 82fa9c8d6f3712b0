"""Show results: tables as text, Markdown and HTML, and test reports as JUnit XML."""
