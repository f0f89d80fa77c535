import { count } from "~/domain/format-number";
import { COMMENT_LENGTH, MOST_STARS } from "~/domain/tracking/rating";
import { refusalOf } from "~/lib/action-result";
import type { ActionRefusal } from "~/lib/action-result";
import type { VisitPageView } from "../queries/visit-page.server";
import { Fault, unsaved } from "./wishes-part";

type Rating = NonNullable<VisitPageView["rating"]>;

/** Stars and a comment. Radio buttons: they work with keys, fingers and without scripts. */
export function RatingPart({ rating, refused: given }: { rating: Rating; refused: ActionRefusal | null }) {
  const refused = refusalOf(given, "rate");
  const isGiven = rating.stars !== null;
  if (!rating.isOpen)
    return isGiven ? (
      <section className="part" data-part="rating">
        <h2>Your rating</h2>
        <p>
          {count(rating.stars ?? 0, "star")} of {MOST_STARS}. Thank you.
        </p>
        {rating.comment === "" ? null : <p className="said">{rating.comment}</p>}
      </section>
    ) : null;
  const chosen = Number(refused?.values?.stars ?? rating.stars ?? 0);
  const fault = refused?.fieldErrors?.stars;
  return (
    <section className="part" data-part="rating">
      <form method="post" id="form-rate" {...unsaved(refused)}>
        <Fault refused={refused} />
        <fieldset className="stars">
          <legend>{isGiven ? "Your rating" : "How was it?"}</legend>
          {Array.from({ length: MOST_STARS }, (_, index) => (
            <label key={index}>
              <input type="radio" name="stars" value={index + 1} defaultChecked={chosen === index + 1} required />
              <span aria-hidden="true">★</span>
              <span className="visually-hidden">{count(index + 1, "star")}</span>
            </label>
          ))}
        </fieldset>
        {fault ? (
          <p className="notice bad" role="alert">
            {fault}
          </p>
        ) : null}
        <div className="field">
          <label htmlFor="comment">Comment</label>
          <textarea
            id="comment"
            name="comment"
            rows={3}
            maxLength={COMMENT_LENGTH}
            defaultValue={refused?.values?.comment ?? rating.comment}
          />
        </div>
        <button className={isGiven ? "button" : "button primary"} name="intent" value="rate">
          {isGiven ? "Change the rating" : "Send the rating"}
        </button>
      </form>
    </section>
  );
}
