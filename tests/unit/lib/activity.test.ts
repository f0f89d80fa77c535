import { beforeEach, describe, expect, it } from "vitest";
import { Activity, followInput } from "~/lib/activity";

const START_MS = Date.parse("2026-11-23T06:00:00Z");

describe("activity in a browser's tabs", () => {
  let nowMs: number;
  let told: string[];
  let kept: Map<string, string>;
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
  const tab = (name: string, ofTabs: () => Pick<Storage, "getItem" | "setItem"> = storage) =>
    new Activity({ nowMs: () => nowMs, storage: ofTabs, tab: name, tell: () => void told.push(name) });
  const after = (sec: number) => {
    nowMs += sec * 1000;
  };

  beforeEach(() => {
    nowMs = START_MS;
    told = [];
    kept = new Map();
  });

  // @spec AA-4.21
  it("is told once a minute, by all tabs together", () => {
    const [one, other] = [tab("one"), tab("other")];
    one.input();
    after(30);
    other.input();
    after(29);
    one.input();
    expect(told).toEqual(["one"]);
    after(1);
    other.input();
    expect(told).toEqual(["one", "other"]);
  });

  // @spec AA-4.18 AA-4.19
  it("idles six seconds after the last input, whichever tab had it", () => {
    const [one, other] = [tab("one"), tab("other")];
    expect(one.isIdle()).toBe(true);
    one.input();
    after(5.9);
    expect([one.isIdle(), other.isIdle()]).toEqual([false, false]);
    after(0.1);
    expect([one.isIdle(), other.isIdle()]).toEqual([true, true]);
    other.input();
    expect([one.isIdle(), other.isIdle()]).toEqual([false, false]);
    expect([one.isLastActiveTab(), other.isLastActiveTab()]).toEqual([false, true]);
  });

  // @spec AA-9.01
  it("looks at input once a second", () => {
    const one = tab("one");
    one.input();
    after(0.9);
    one.input();
    after(5.2);
    expect(one.isIdle()).toBe(true);
  });

  it("goes on when the clock was set back, and where the browser keeps nothing", () => {
    const one = tab("one");
    one.input();
    after(-3600);
    one.input();
    expect(told).toEqual(["one", "one"]);
    const lone = tab("lone", () => {
      throw new Error("SecurityError");
    });
    lone.input();
    after(2);
    lone.input();
    expect([told.at(-1), told.length, lone.isIdle(), lone.isLastActiveTab()]).toEqual(["lone", 3, false, true]);
  });

  // @spec AA-4.20
  it("follows clicks, touches and keys until it is ended, and nothing else", () => {
    const target = new EventTarget();
    const end = followInput(tab("one"), target as unknown as Window);
    for (const name of ["mousemove", "scroll", "focus", "visibilitychange"]) target.dispatchEvent(new Event(name));
    expect(told).toEqual([]);
    for (const name of ["click", "touchstart", "keydown"]) {
      target.dispatchEvent(new Event(name));
      after(60);
    }
    expect(told).toHaveLength(3);
    end();
    target.dispatchEvent(new Event("click"));
    expect(told).toHaveLength(3);
  });
});
