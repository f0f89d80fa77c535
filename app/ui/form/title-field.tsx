import { ENTER_TITLE } from "~/domain/validation/text";
import { TextField } from "./fields";

/** The title in a dialog that makes something or changes it: left empty, each has the words that the server has. */
export const TitleField = ({ item }: { item: { title: string } | null | undefined }) => (
  <TextField
    name="title"
    label="Title"
    required
    emptyMessage={item == null ? undefined : ENTER_TITLE}
    autoFocus={item === null}
    defaultValue={item?.title}
  />
);
