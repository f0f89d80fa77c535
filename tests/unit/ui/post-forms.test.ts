import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/**
 * Forms that belong to no company: of accounts and invitations, of recipients, sign-out, and what leads out of a wrong
 * company.
 */
const WITHOUT = [
  "app/features/accounts/components/",
  "app/features/driver/components/home-page.tsx",
  "app/features/recipients/components/rating-part.tsx",
  "app/features/recipients/components/wishes-part.tsx",
  "app/routes/stop.$token/route.tsx",
  "app/ui/page/switched-words.tsx",
];

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => path.posix.join("app", name.replaceAll("\\", "/")));

it("every form that changes something says for which company its page was made, and has an id", () => {
  let forms = 0;
  const silent: string[] = [];
  for (const file of sources) {
    for (const [tag] of readFileSync(file, "utf8").matchAll(/<[\w.]*[Ff]orm\b[^]*?method="post"[^]*?<\/?[\w.]+/g)) {
      if (WITHOUT.some((path) => file.startsWith(path))) continue;
      forms += 1;
      if (!tag.endsWith("<PageFields")) silent.push(`${file}: ${tag.slice(0, 80)}`);
    }
  }
  expect(silent).toEqual([]);
  expect(forms).toBeGreaterThan(15);
});
