import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StoredPictures } from "~/features/driver/components/stored-pictures";
import { absolute, paths } from "~/paths";

const picture = (id: number, type: "photo" | "signature", shown = true) => ({
  id,
  type,
  path: `companies/1/visits/${id}.jpg`,
  shown,
});

it("shows stored pictures as small ones that keep their place, and leads to the whole ones", () => {
  const html = renderToStaticMarkup(
    <StoredPictures pictures={[picture(1, "photo"), picture(2, "signature"), picture(3, "photo", false)]} />,
  );
  const images = html.match(/<img[^>]*>/g) ?? [];
  const small = (px: number) =>
    absolute(paths.previewImage("companies/1/visits/1.jpg", px, px)).replaceAll("&", "&amp;");
  expect(images).toHaveLength(2);
  expect(images[0]).toContain(`src="${small(200)}"`);
  expect(images[0]).toContain(`srcSet="${small(400)} 2x"`);
  for (const image of images)
    expect(image).toMatch(/width="200" height="200" alt="(?:Photo|Signature) 1" loading="lazy"/);
  expect(html.match(/href="[^"]*"/g)).toEqual(
    [1, 2]
      .map((id) => `href="${absolute(paths.attachment(id))}"`)
      .concat(`href="${absolute(paths.attachment(3, { save: 1 }))}"`),
  );
  expect(html).toContain("Save photo 2");
});

it("shows nothing where nothing is stored", () => {
  expect(renderToStaticMarkup(<StoredPictures pictures={[]} />)).toBe("");
});
