// Light or dark as the product's other pages: what was chosen there, else as the device.
const device = matchMedia("(prefers-color-scheme: dark)");
const follow = () => {
  const chosen = localStorage.getItem("mantine-color-scheme-value");
  const isDark = chosen === "dark" || (chosen !== "light" && device.matches);
  document.documentElement.classList.toggle("dark-mode", isDark);
};
follow();
device.addEventListener("change", follow);
window.addEventListener("storage", follow);
