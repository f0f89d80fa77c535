import { absolute, paths } from "~/paths";

/** Pixels of a small picture that is about a third of a phone wide, and of the same on screens with more dots. */
const BOX_PX = 200;

/**
 * A stored picture as a small one, loaded when it comes into view; its place is kept free. @param path of its
 * attachment
 */
export function Thumbnail({ path, alt }: { path: string; alt: string }) {
  const [plain, fine] = [BOX_PX, 2 * BOX_PX].map((px) => absolute(paths.previewImage(path, px, px)));
  return (
    <img src={plain} srcSet={`${fine} 2x`} width={BOX_PX} height={BOX_PX} alt={alt} loading="lazy" decoding="async" />
  );
}
