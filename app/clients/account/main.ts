import { formatDayTime } from "~/domain/time/day-words";
import { isEmail, NOT_CORRECT } from "~/domain/validation/contact";
import { forgetKeptPages } from "~/lib/kept-page";
import { forgetDrafts, forgetPerson, onSignedOut, tellSignedOut } from "~/lib/signed-out";

/** Comfort on the pages for signing in and up: every form works without it. */

/** Nothing of whoever has just signed out stays in this browser. */
const page = document.querySelector<HTMLElement>("main");
if (page?.dataset.signedOut !== undefined) {
  forgetPerson(() => window.localStorage);
  forgetDrafts();
  void forgetKeptPages();
  tellSignedOut();
  history.replaceState(null, "", location.pathname);
}
const signIn = page?.dataset.afterSignOut;
if (signIn !== undefined) onSignedOut(() => location.replace(signIn));

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

/** Waiting for a mail: its link may be opened in another tab, or on another device beside this one. */
const waits = document.querySelector<HTMLElement>("[data-waits]");
if (waits) {
  const ASK_MS = 5_000;
  const ask = async () => {
    if (document.visibilityState === "hidden") return;
    const answer = await fetch(waits.dataset.waits ?? "", { headers: { Accept: "application/json" } });
    const { data } = (await answer.json()) as { data?: { verified?: unknown } };
    if (data?.verified === true) location.reload();
  };
  // Without a network there is nothing to tell; the next look asks again.
  const look = () => void ask().catch(() => undefined);
  setInterval(look, ASK_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") location.reload();
  });
}

/** A wrong e-mail is told as soon as its field is left. */
for (const input of document.querySelectorAll<HTMLInputElement>("input[type=email]")) {
  const told = document.createElement("em");
  told.id = `${input.id}-left`;
  input.addEventListener("blur", () => {
    const isWrong = input.value.trim() !== "" && !isEmail(input.value.trim());
    told.textContent = isWrong ? `E-mail ${NOT_CORRECT}` : "";
    told.remove();
    if (!isWrong) return;
    // What the server said of another text.
    document.getElementById(`${input.id}-fault`)?.remove();
    input.after(told);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", told.id);
  });
  input.addEventListener("input", () => {
    told.remove();
    input.removeAttribute("aria-invalid");
  });
}

/** Passkeys: their script is for browsers that have them. */
const passkeyForm = document.querySelector<HTMLFormElement>("form[data-passkey]");
if (passkeyForm?.dataset.script && "PublicKeyCredential" in window) void import(passkeyForm.dataset.script);

/** Times on the browser's clock, where the person has chosen none. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-in-utc]"))
  time.textContent = formatDayTime(Date.parse(time.dateTime) / 1000, zone);

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
