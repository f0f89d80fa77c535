import { absolute, paths } from "~/paths";
import { Thumbnail } from "~/ui/thumbnail";
import type { StopPicture } from "../route-view";

const WORDS = { photo: "Photo", signature: "Signature" } as const;

/** A stop's stored pictures as thumbnails; each opens in full. Pictures that are never shown inline can be saved. */
export function StoredPictures({ pictures }: { pictures: readonly StopPicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul className="thumbs" data-stored="">
      {pictures.map((picture, index) => (
        <li key={picture.id} data-type={picture.type}>
          <a
            href={absolute(paths.attachment(picture.id, picture.shown ? undefined : { save: 1 }))}
            target="_blank"
            rel="noreferrer"
          >
            {picture.shown ? (
              <Thumbnail path={picture.path} alt={nameOf(pictures, index)} />
            ) : (
              <span className="no-thumb">Save {nameOf(pictures, index).toLowerCase()}</span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** 'Photo 2', 'Signature 1': each kind is numbered by itself. */
function nameOf(pictures: readonly StopPicture[], index: number): string {
  const { type } = pictures[index]!;
  return `${WORDS[type]} ${pictures.slice(0, index + 1).filter((one) => one.type === type).length}`;
}
