const calls = document.getElementById("calls");
window.SwaggerUIBundle({
  url: calls.dataset.document,
  domNode: calls,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
});
