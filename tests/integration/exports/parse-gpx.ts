/** A reader of GPX that trusts nothing: every element must be closed in order. */
import { expect } from "vitest";

export function parseGpx(text: string) {
  const open: string[] = [];
  const waypoints: { lat: number; lng: number; name: string; time: string }[] = [];
  const track: [number, number][] = [];
  const unescape = (value: string) =>
    value.replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_all, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name]!,
    );
  let here: (typeof waypoints)[number] | null = null;
  for (const [, close, name, attributes, single, content] of text
    .replace(/^<\?xml[^>]*\?>\n/, "")
    .matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>([^<]*)/g)) {
    const position = /lat="([-\d.]+)" lon="([-\d.]+)"/.exec(attributes!);
    if (close) expect(open.pop()).toBe(name);
    else if (!single) open.push(name!);
    if (close) continue;
    if (name === "wpt")
      waypoints.push((here = { lat: Number(position![1]), lng: Number(position![2]), name: "", time: "" }));
    else if (name === "trk") here = null;
    else if (name === "trkpt") track.push([Number(position![1]), Number(position![2])]);
    else if (here && (name === "name" || name === "time")) here[name] = unescape(content!);
  }
  expect(open).toEqual([]);
  return { waypoints, track };
}
