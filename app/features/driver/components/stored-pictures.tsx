import { absolute, paths } from "~/paths";
import { Thumbnail } from "~/ui/thumbnail";
import type { StopPicture } from "../route-view";
import { Ask } from "./command-form";

const WORDS = { photo: "Photo", signature: "Signature" } as const;

interface StoredPicturesProps {
  pictures: readonly StopPicture[];
  /** id of the form that removes a picture; left out: they stay */
  removeBy?: (id: number) => string;
}

/** A stop's stored pictures as thumbnails; each opens in full. Pictures that are never shown inline can be saved. */
export function StoredPictures({ pictures, removeBy }: StoredPicturesProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className="thumbs" data-stored="">
      {pictures.map((picture, index) => (
        <li key={picture.id} data-type={picture.type} data-picture={picture.id}>
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
          {removeBy === undefined ? null : (
            <Remove name={nameOf(pictures, index).toLowerCase()} form={removeBy(picture.id)} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is gone from the server can't be chosen again. */
const Remove = ({ name, form }: { name: string; form: string }) => (
  <Ask
    className="remove"
    label={
      <>
        Remove<span className="visually-hidden"> stored {name}</span>
      </>
    }
  >
    <p>Do you want to remove {name}?</p>
    <button className="button bad" form={form} aria-label={`Yes, remove ${name}`}>
      Yes
    </button>
  </Ask>
);

/** 'Photo 2', 'Signature 1': each kind is numbered by itself. */
function nameOf(pictures: readonly StopPicture[], index: number): string {
  const { type } = pictures[index]!;
  return `${WORDS[type]} ${pictures.slice(0, index + 1).filter((one) => one.type === type).length}`;
}
