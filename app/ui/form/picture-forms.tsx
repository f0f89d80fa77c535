import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { Button } from "~/ui/button";
import { AppForm } from "./app-form";
import styles from "./picture-forms.module.css";

interface Props {
  /** whose picture it is: its actions are `<area>.image` and `<area>.remove_image` */
  area: "profile" | "company";
  hasPicture: boolean;
  result: ActionResult<unknown> | null;
  hidden?: Record<string, string>;
}

/** A picture is sent as soon as it is chosen; without scripts a button sends it. */
export function PictureForms({ area, hasPicture, result, hidden }: Props) {
  const [take, remove] = [`${area}.image`, `${area}.remove_image`];
  return (
    <div className={styles.forms}>
      <AppForm id="image" intent={take} hidden={hidden} encType="multipart/form-data" result={refusalOf(result, take)}>
        <label className={styles.file}>
          <span>{hasPicture ? "Another picture" : "Add a picture"}</span>
          <input
            type="file"
            name="image"
            accept="image/jpeg,image/png,image/gif,image/bmp"
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
        </label>
        <noscript>
          <Button type="submit">Upload</Button>
        </noscript>
      </AppForm>
      {hasPicture && (
        <AppForm id="no-image" intent={remove} hidden={hidden} result={refusalOf(result, remove)}>
          <Button type="submit" kind="quiet">
            Remove the picture
          </Button>
        </AppForm>
      )}
    </div>
  );
}
