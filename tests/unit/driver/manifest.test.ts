import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";

interface Manifest {
  id: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

it("the driver's page can be installed: a name, a start, and icons of the sizes that are told", async () => {
  const manifest = JSON.parse(readFileSync("public/driver.webmanifest", "utf8")) as Manifest;
  expect(manifest).toMatchObject({ start_url: "/platform/driver", scope: "/platform/driver", display: "standalone" });
  const sizes = await Promise.all(
    manifest.icons.map(async ({ src }) => {
      const { width, height, format } = await sharp(`public${src.replace("/platform", "")}`).metadata();
      return [`${width}x${height}`, `image/${format}`];
    }),
  );
  expect(sizes).toEqual(manifest.icons.map(({ sizes, type }) => [sizes, type]));
  expect(manifest.icons.map(({ sizes, purpose = "any" }) => `${purpose} ${sizes}`)).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 512x512",
  ]);
});
