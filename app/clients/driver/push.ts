/** Has this phone told of new and changed routes, from the driver's tap until the next one. */
import { OWNER_HEADER } from "~/lib/report-answer";
import { addressOf, companyId, frame, owner } from "./page";

const OFF = "Tell me when my route changes";
const ON = "This phone is told when your route changes";
const BLOCKED = "Notifications are blocked: allow them in the browser\u2019s settings for this page";
const FAILED = "Notifications could not be switched on. Try again";
/** Whose wish it is: it holds over sign-ins, and for nobody else on this phone. */
const WISH = "driver.push";

const button = document.querySelector<HTMLElement>("#push");
const { pushKey = "", push } = frame.dataset;

const remember = (wish: string | null): void => {
  try {
    if (wish === null) localStorage.removeItem(WISH);
    else localStorage.setItem(WISH, wish);
  } catch {
    // It holds for as long as the browser is signed in.
  }
};

function isWished(): boolean {
  try {
    return localStorage.getItem(WISH) === owner;
  } catch {
    return false;
  }
}

function say(text: string, isOn: boolean): void {
  if (!button) return;
  button.textContent = text;
  button.setAttribute("aria-pressed", String(isOn));
}

/** The same forms as the page's own; `_data` asks for an answer without a page. */
async function post(fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${addressOf("/driver")}?index&_data=routes/driver._index`, {
    method: "POST",
    headers: { Accept: "application/json", [OWNER_HEADER]: owner },
    body: new URLSearchParams({ pageCompany: companyId, ...fields }),
  });
  // The way to the sign-in page is an answer, too.
  if (!answer.ok || answer.headers.has("X-Remix-Redirect")) throw new Error(String(answer.status));
}

const textOf = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** Under a new address each time: an earlier one may be somebody else's, or made for another key of the server. */
async function turnOn({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  const made = await pushManager.subscribe(options);
  await post({
    intent: "push.subscribe",
    endpoint: made.endpoint,
    p256dh: textOf(made.getKey("p256dh")),
    auth: textOf(made.getKey("auth")),
  });
  remember(owner);
  say(ON, true);
}

async function turnOff({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  remember(null);
  say(OFF, false);
  await (await pushManager.getSubscription())?.unsubscribe();
  await post({ intent: "push.unsubscribe" });
}

/** A browser without the function shows no switch. */
export async function offerPush(): Promise<void> {
  if (!button || pushKey === "" || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const { ready } = navigator.serviceWorker;
  let isOn = false;
  const turn = async (wish: boolean) => {
    try {
      if (wish && (await Notification.requestPermission()) !== "granted") return say(BLOCKED, false);
      await (wish ? turnOn : turnOff)(await ready);
      isOn = wish;
    } catch {
      say(wish ? FAILED : OFF, false);
    }
  };
  button.hidden = false;
  say(OFF, false);
  button.addEventListener("click", () => void turn(!isOn));
  const existing = await (await ready).pushManager.getSubscription();
  if (!isWished()) return void (await existing?.unsubscribe());
  if (Notification.permission !== "granted") return;
  isOn = existing !== null && push !== undefined;
  if (isOn) say(ON, true);
  else if (navigator.onLine) await turn(true);
}
