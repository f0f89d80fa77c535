import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** As much of an element as the page's script uses. */
class Piece {
  textContent = "";
  className = "";
  parentNode: Piece | null = null;
  attributes: Record<string, string> = {};
  onclick: () => void = () => undefined;
  children: Piece[] = [];
  constructor(readonly dataset: Record<string, string> = {}) {}
  append(...added: Piece[]): void {
    for (const one of added) one.parentNode = this;
    this.children.push(...added);
  }
  after(next: Piece): void {
    this.parentNode?.append(next);
  }
  remove(): void {
    const siblings = this.parentNode?.children ?? [];
    if (siblings.includes(this)) siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
    if (page.activeElement === this) page.activeElement = page.body;
  }
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }
  focus(): void {
    page.activeElement = this;
  }
  querySelector(asked: string): Piece | undefined {
    return asked === '[data-part="when"]' ? this.children.find(({ dataset }) => dataset.part === "when") : undefined;
  }
  find(test: (piece: Piece) => boolean): Piece | undefined {
    return test(this) ? this : this.children.map((child) => child.find(test)).find(Boolean);
  }
}

class Line extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: Line[] = [];
  readyState = 0;
  onmessage: (event: { data: string }) => void = () => undefined;
  onerror: () => void = () => undefined;
  constructor() {
    super();
    Line.all.push(this);
  }
  close(): void {
    this.readyState = Line.CLOSED;
  }
  tell(version: string): void {
    this.readyState = Line.OPEN;
    this.onmessage({ data: version });
  }
  beat = (): boolean => this.dispatchEvent(new Event("beat"));
  breakOff(): void {
    this.readyState = 0;
    this.onerror();
  }
}

const BEGIN_SEC = Date.parse("2026-11-23T21:00:00Z") / 1000;
const newDocument = () =>
  Object.assign(new EventTarget(), {
    hidden: false,
    body: new Piece(),
    activeElement: null as Piece | null,
    documentElement: { classList: { add: () => undefined } },
    createElement: () => new Piece(),
  });
let page: ReturnType<typeof newDocument>;
let main: Piece;
/** How many times it asked for a newer page, and what it gets. */
let asked: number;
let answer: () => Promise<Response>;

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const newest = (version: string) => () => Promise.resolve(new Response(version));
const note = () => main.find(({ attributes }) => attributes.role === "status");
const button = () => main.find(({ className }) => className === "button");
const line = () => Line.all.at(-1)!;
/** Seconds go by, with the server's signs for as long as the line stands. */
async function wait(seconds: number, signs: "with signs" | "in silence" = "in silence"): Promise<void> {
  for (let left = seconds; left > 0; left -= 20) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 20) * 1000);
    if (signs === "with signs" && left >= 20) line().beat();
  }
}
const hide = (isHidden: boolean) => {
  page.hidden = isHidden;
  page.dispatchEvent(new Event("visibilitychange"));
};

beforeEach(async () => {
  vi.useFakeTimers({ now: BEGIN_SEC * 1000 });
  page = newDocument();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { pathname: "/" });
  vi.stubGlobal("EventSource", Line);
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return answer();
  });
  [asked, answer, Line.all] = [0, lost, []];
  main = new Piece({ version: "1", events: "/events", at: String(BEGIN_SEC), zone: "UTC" });
  main.append(new Piece({ part: "when" }));
  vi.doMock("~/clients/tracking/map", () => ({ followMap: () => undefined }));
  vi.doMock("~/clients/tracking/page", () => ({
    main: () => main,
    noteSent: () => undefined,
    keepTyped: () => undefined,
    mainIn: (html: string) => (html === "" ? null : new Piece({ version: html })),
    replaceParts: ({ dataset }: Piece) =>
      Object.assign(main.dataset, { version: dataset.version, at: String(Date.now() / 1000) }),
  }));
  vi.resetModules();
  await import("~/clients/tracking/main");
});
afterEach(() => {
  vi.doUnmock("~/clients/tracking/map");
  vi.doUnmock("~/clients/tracking/page");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("nobody asks while the line gives signs of its own", async () => {
  line().tell("1");
  await wait(3600, "with signs");
  expect([asked, Line.all.length]).toEqual([0, 1]);
  expect(note()!.textContent).toBe("");
});

it("a line that seems open and is silent is closed, and what it said last is the time that is told", async () => {
  line().tell("1");
  await wait(600, "with signs");
  const dead = line();
  await wait(120);
  expect(dead.readyState).toBe(Line.CLOSED);
  expect(note()!.textContent).toBe("No connection. This was so at 21:10.");
  await wait(600);
  expect(note()!.textContent).toBe("No connection. This was so at 21:10.");
});

it("a line that breaks long after the loss makes the page no newer", async () => {
  line().tell("1");
  await wait(100, "with signs");
  await wait(40);
  line().breakOff();
  await wait(900);
  expect(note()!.textContent).toBe("No connection. This was so at 21:01.");
});

it("a sign that comes after a long silence is none: the line is begun anew, and the page asks", async () => {
  line().tell("1");
  const first = line();
  // The phone slept: no clock of the page went on.
  vi.setSystemTime((BEGIN_SEC + 7200) * 1000);
  first.beat();
  expect([asked, Line.all.length, first.readyState]).toEqual([1, 2, Line.CLOSED]);
  await wait(60);
  expect(note()!.textContent).toBe("No connection. This was so at 21:00.");
});

it("once a newer version is there, signs don't make the old one right, and the page goes on asking", async () => {
  line().tell("1");
  await wait(120, "with signs");
  answer = () => Promise.resolve(new Response("", { status: 503 }));
  line().tell("2");
  await wait(600, "with signs");
  expect(asked).toBeGreaterThan(10);
  expect(note()!.textContent).toBe("The newest times can’t be loaded. This was so at 21:02.");
});

it("a line that comes back with a newer version says nothing of the time between", async () => {
  line().tell("1");
  await wait(40);
  line().breakOff();
  await wait(30);
  line().tell("2");
  await wait(60);
  expect(note()!.textContent).toBe("No connection. This was so at 21:00.");
});

it("a page that was hidden for long says so with the first failure; otherwise with the second", async () => {
  line().tell("1");
  await wait(20, "with signs");
  hide(true);
  await wait(30);
  hide(false);
  await wait(1);
  expect([asked, note()!.textContent]).toEqual([1, ""]);
  answer = newest("1");
  await wait(60);
  answer = lost;
  hide(true);
  await wait(61);
  hide(false);
  await wait(1);
  expect(note()!.textContent).toMatch(/^No connection\. This was so at 21:0\d\.$/);
});

it("words come into a region that was there, its button beside it; the focus goes to the news with them", async () => {
  const region = note()!;
  expect([region.textContent, button()]).toEqual(["", undefined]);
  await wait(90);
  expect(note()).toBe(region);
  expect(region.textContent).toContain("No connection.");
  expect(region.children).toEqual([]);
  expect(button()!.textContent).toBe("Try again");
  button()!.focus();
  button()!.onclick();
  expect(button()!.textContent).toBe("Trying…");
  await wait(1);
  expect(page.activeElement).toBe(button());
  expect(button()!.textContent).toBe("Try again");
  answer = newest("2");
  button()!.onclick();
  await wait(1);
  expect([region.textContent, button()]).toEqual(["", undefined]);
  expect(page.activeElement!.dataset.part).toBe("when");
});
