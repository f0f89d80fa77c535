import { describe, expect, it } from "vitest";
import { contentDisposition, fileName } from "~/features/exports/file-name";
import { gpxLines, xmlText } from "~/services/export/gpx";
import { manifestBytes } from "~/services/export/manifest-pdf";
import type { ManifestStop } from "~/services/export/manifest";
import { pdfText } from "../../helpers/pdf-text";

describe("names of files", () => {
  it.each([
    [["Plan 3", "2026-11-23"], "Plan 3 2026-11-23.xlsx"],
    [["../../etc/passwd"], "etc passwd.xlsx"],
    [["a\r\nSet-Cookie: x", ""], "a Set-Cookie x.xlsx"],
    [['"<>|?*'], "export.xlsx"],
    [["Tour Zürich – Nord"], "Tour Zürich – Nord.xlsx"],
    [["x".repeat(300)], `${"x".repeat(120)}.xlsx`],
    [["Plan 1", "y".repeat(300), "2026-11-23", "manifest"], `Plan 1 ${"y".repeat(93)} 2026-11-23 manifest.xlsx`],
    [["p".repeat(200), "v".repeat(200), "2026-11-23"], `${"p".repeat(54)} ${"v".repeat(54)} 2026-11-23.xlsx`],
  ])("%j → %s", (parts, name) => expect(fileName(parts, "xlsx")).toBe(name));

  it("have no half of a character where they are cut", () => {
    const name = fileName([`a${"😀".repeat(60)}`], "gpx");
    expect(name).toBe(`a${"😀".repeat(59)}.gpx`);
    expect(contentDisposition(name)).toContain("filename*=UTF-8''a%F0%9F%98%80");
  });

  it("are sent plainly and exactly", () => {
    expect(contentDisposition("Žofie's – 50%.csv")).toBe(
      "attachment; filename=\"Zofie's _ 50_.csv\"; filename*=UTF-8''%C5%BDofie%27s%20%E2%80%93%2050%25.csv",
    );
  });
});

describe("GPX", () => {
  it("escapes what XML would misread and leaves out what it can't hold", () => {
    expect(xmlText(`<Müller & "Söhne"> 'x'\u0000\u000b\ud800!`)).toBe(
      "&lt;Müller &amp; &quot;Söhne&quot;&gt; &apos;x&apos;!",
    );
    expect(xmlText("🚚")).toBe("🚚");
  });

  it("has waypoints in order and one track", () => {
    const text = [
      ...gpxLines({
        name: "Van",
        createdAt: "2026-11-23T06:00:00Z",
        waypoints: [
          { lat: 47.1, lng: 9.5, name: "A" },
          { lat: -0.0000001, lng: 1, name: "B", time: "2026-11-23T08:00:00Z" },
        ],
        track: [
          [9.5, 47.1],
          [9.6, 47.2],
        ],
      }),
    ].join("");
    expect(text).toContain(
      '<wpt lat="47.100000" lon="9.500000"><name>A</name></wpt>\n' +
        '<wpt lat="-0.000000" lon="1.000000"><time>2026-11-23T08:00:00Z</time><name>B</name></wpt>',
    );
    expect(text.match(/<trkpt /g)).toHaveLength(2);
  });
});

describe("the printed list", () => {
  const stop = (part: Partial<ManifestStop>): ManifestStop => ({
    number: "1",
    time: "08:00",
    name: "Bakery",
    address: "Vaduz",
    window: "",
    load: "",
    note: "",
    phone: "",
    ...part,
  });
  const print = (stops: ManifestStop[]) =>
    manifestBytes({
      title: "Plan 3 · Van",
      vehicle: "Van 3 · FL 12345",
      facts: [
        ["Driver", "Čížková Müller Ünal Žofie"],
        ["Date", "Mon 23 Nov 2026"],
      ],
      stops,
      printed: "printed today",
    });

  it("keeps every letter of European names readable", async () => {
    const { pages } = pdfText(
      await print([stop({ name: "Čížková Müller Ünal Žofie", note: "Łódź, Ελλάδα, Київ, İstanbul" })]),
    );
    expect(pages).toHaveLength(1);
    for (const word of [
      "Čížková Müller Ünal Žofie",
      "Łódź",
      "Ελλάδα",
      "Київ",
      "İstanbul",
      "Page 1 of 1",
      "Van 3 · FL 12345",
    ])
      expect(pages[0]).toContain(word);
  });

  it("says where it has no letters instead of printing empty boxes", async () => {
    const { pages } = pdfText(
      await print([stop({ name: "東京 本社 Bakery", address: "ถนน 12, Vaduz", note: "Ring 🔔 twice – 3 × knock" })]),
    );
    for (const words of ["[?] Bakery", "[?] 12, Vaduz", "Ring [?] twice", "[?] stands for letters"])
      expect(pages[0]).toContain(words);
    expect(pdfText(await print([stop({ name: "Zoë’s “Café” №5 — 50 % ½ €" })])).pages[0]).not.toContain("[?]");
  });

  it("wraps long texts, repeats the heads, numbers the pages, loses no stop", async () => {
    const stops = Array.from({ length: 120 }, (_, index) =>
      stop({
        number: String(index + 1),
        name: `Stop-${index + 1}-end`,
        note: "Ring twice and wait at the green door behind the house ".repeat(index % 7),
      }),
    );
    const { pages } = pdfText(await print(stops));
    expect(pages.length).toBeGreaterThan(3);
    const text = pages.join("\n");
    for (let number = 1; number <= 120; number++) expect(text).toContain(`Stop-${number}-end`);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain("Address");
    });
  });

  it("tears no word of the product's own, and names a time in one line", async () => {
    const times = ["Departure 17:44 +1", "ETA 17:44 +1\nbegin 09:30", "ETA 08:49"];
    const { pages } = pdfText(await print(times.map((time) => stop({ time }))));
    const lines = pages
      .join("\n")
      .split("\n")
      .map((line) => line.trim());
    for (const line of ["Departure", "17:44 +1", "ETA 17:44 +1", "begin 09:30", "ETA 08:49", "Recipient"])
      expect(lines).toContain(line);
  });

  it("says that there are no stops, instead of a table without a row", async () => {
    expect(pdfText(await print([])).pages[0]).toContain("No stops.");
    expect(pdfText(await print([stop({})])).pages[0]).not.toContain("No stops.");
  });

  it("cuts a note that is longer than a page, and goes on", async () => {
    const { pages } = pdfText(await print([stop({ note: "endless ".repeat(3000) }), stop({ name: "After" })]));
    expect(pages.length).toBeLessThanOrEqual(3);
    expect(pages.join("")).toContain("After");
    expect(pages.join("")).toContain("…");
  });
});
