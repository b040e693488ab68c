// Runs before the first paint so that a chosen theme never flashes; kept apart from the bundle for the CSP.
try {
  const theme = localStorage.getItem("councilos-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const language = localStorage.getItem("councilos-language");
  if (language === "en" || language === "zh") document.documentElement.lang = language;
} catch {
  // Storage is blocked: the system's theme and German hold.
}
