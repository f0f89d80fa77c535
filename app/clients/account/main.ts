/** Comfort on the pages for signing in and up: every form works without it. */

/** Shows what is typed, and hides it again. */
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-show]")) {
  const input = document.getElementById(button.dataset.show ?? "") as HTMLInputElement | null;
  if (input === null) continue;
  const show = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    button.textContent = isShown ? "Hide" : "Show";
    button.setAttribute("aria-pressed", String(isShown));
  };
  show(false);
  button.hidden = false;
  button.addEventListener("click", () => show(input.type === "password"));
  // Browsers keep what was typed in fields that are no passwords.
  input.form?.addEventListener("submit", () => show(false));
}

/** One press, one request. */
for (const form of document.querySelectorAll<HTMLFormElement>("form:not([data-passkey])")) {
  let isSent = false;
  const button = form.querySelector<HTMLButtonElement>("[data-busy]");
  const words = button?.textContent ?? "";
  form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
    if (button) button.textContent = button.dataset.busy ?? words;
  });
  // The back button shows the page as it was left.
  window.addEventListener("pageshow", () => {
    isSent = false;
    if (button) button.textContent = words;
  });
}

/** Waiting for a mail: its link may have been opened in another tab. */
if (document.querySelector("[data-waits]"))
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") location.reload();
  });

/** Passkeys: their script is for browsers that have them. */
const passkeyForm = document.querySelector<HTMLFormElement>("form[data-passkey]");
if (passkeyForm?.dataset.script && "PublicKeyCredential" in window) void import(passkeyForm.dataset.script);

/** Copies a text that the page shows once. */
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  if (!("clipboard" in navigator)) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(button.dataset.copy ?? "").then(() => {
      button.textContent = "Copied";
    });
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
