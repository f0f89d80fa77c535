/** Asks the browser for passkeys, and sends what it answers with the page's own forms. */
import { browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } from "@simplewebauthn/browser";

const FAILED = "That did not work. Please try again, or go on another way.";

type RegistrationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];
type AuthenticationOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];

interface Answer {
  status: string;
  data: unknown;
}

/** What the passkey is asked; each question is answered once. @throws Error with a sentence for people */
async function question({ dataset }: HTMLFormElement): Promise<unknown> {
  const answer = await fetch(dataset.question ?? "", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ for: dataset.passkey }),
  });
  const { status, data } = (await answer.json()) as Answer;
  if (status !== "success") throw new Error(typeof data === "string" ? data : FAILED);
  return data;
}

function send(form: HTMLFormElement, credential: unknown): void {
  const input = form.elements.namedItem("credential") as HTMLInputElement;
  input.value = JSON.stringify(credential);
  form.submit();
}

async function ask(form: HTMLFormElement): Promise<void> {
  const options = await question(form);
  if (form.dataset.passkey === "registration")
    send(form, await startRegistration({ optionsJSON: options as RegistrationOptions }));
  else send(form, await startAuthentication({ optionsJSON: options as AuthenticationOptions }));
}

function say(form: HTMLFormElement, words: string): void {
  const place = form.querySelector<HTMLElement>("[data-said]");
  if (place === null) return;
  place.textContent = words;
  place.hidden = words === "";
}

/** Offers passkeys among what the browser fills in, until one is chosen there or the button is pressed. */
async function offerWithFields(form: HTMLFormElement): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  const optionsJSON = (await question(form)) as AuthenticationOptions;
  send(form, await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
}

for (const words of document.querySelectorAll<HTMLElement>("[data-no-passkeys]")) words.hidden = true;

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
  form.hidden = false;
  const button = form.querySelector("button");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button?.disabled) return;
    say(form, "");
    if (button) button.disabled = true;
    ask(form)
      // The person has closed the browser's question, or has no passkey here.
      .catch((error: unknown) => say(form, error instanceof Error && error.name === "Error" ? error.message : FAILED))
      .finally(() => {
        if (button) button.disabled = false;
      });
  });
  // Nothing was asked by the person: what goes wrong is not their matter.
  if (form.dataset.passkey === "sign_in") offerWithFields(form).catch(() => undefined);
}
