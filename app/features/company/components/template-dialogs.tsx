import type { ActionResult } from "~/lib/action-result";
import { CONFIRMATION_TAG_LABELS, DELIVERY_TAGS, PICKUP_TAGS } from "~/domain/visit/confirmation";
import type { ConfirmationTag } from "~/domain/visit/confirmation";
import { shownGroups } from "~/lib/shown-values";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { FieldGroup } from "~/ui/form/app-form";
import { CheckboxField, SwitchField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import type { TemplateItem } from "../queries/settings-page.server";
import { levelLabel, levelName, PROOF_LEVEL_LABELS, shownProof, tagName } from "../proof-form-values";
import styles from "./template-dialogs.module.css";
import { TitleField } from "~/ui/form/title-field";

const PARAMS = ["id"];
const WIDTH_PX = 640;
const LEVELS = Object.entries(PROOF_LEVEL_LABELS).map(([value, label]) => ({ value, label }));

/** The dialogs that the address of the settings page may ask for. */
export function TemplateDialogs({
  item,
  result,
  tab,
}: {
  item: TemplateItem | null;
  result: ActionResult<unknown> | null;
  tab: string;
}) {
  return (
    <>
      <FormDialog
        name="new-template"
        title="New confirmation template"
        submitLabel="Add template"
        intent="template.create"
        params={PARAMS}
        hidden={{ tab }}
        result={result}
        width={WIDTH_PX}
      >
        <TemplateFields item={null} />
      </FormDialog>
      {item !== null && (
        <>
          <FormDialog
            key={item.id}
            name="edit-template"
            title={item.title}
            intent="template.update"
            params={PARAMS}
            hidden={{ id: item.id, tab }}
            shown={shownGroups({ title: item.title, ...shownProof(item) })}
            result={result}
            width={WIDTH_PX}
          >
            <TemplateFields item={item} />
          </FormDialog>
          <ConfirmDialog
            name="remove-template"
            question={`Do you want to remove ${item.title}?`}
            confirmLabel="Remove"
            danger
            intent="template.remove"
            params={PARAMS}
            hidden={{ id: item.id, tab }}
            result={result}
          />
        </>
      )}
    </>
  );
}

function TemplateFields({ item }: { item: TemplateItem | null }) {
  return (
    <>
      <TitleField item={item} />
      <ProofFields item={item} />
    </>
  );
}

type Proof = Pick<TemplateItem, "delivery" | "pickup" | "settings">;

/**
 * Whether deliveries and pickups are confirmed, in which ways, and with what proof. Null: what a new template starts
 * with.
 */
export function ProofFields({ item }: { item: Proof | null }) {
  return (
    <>
      <FieldGroup legend="Delivery">
        <SwitchField
          name="delivery_confirmation"
          label="Deliveries are confirmed"
          defaultChecked={item === null || item.delivery}
        />
        <TagHeads />
        {DELIVERY_TAGS.map((tag) => (
          <Tag key={tag} tag={tag} item={item} />
        ))}
      </FieldGroup>
      <FieldGroup legend="Pickup">
        <SwitchField name="pickup_confirmation" label="Pickups are confirmed" defaultChecked={item?.pickup ?? false} />
        <TagHeads />
        {PICKUP_TAGS.map((tag) => (
          <Tag key={tag} tag={tag} item={item} />
        ))}
      </FieldGroup>
    </>
  );
}

/** The column heads. On phones, and for screen readers, each choice says it itself. */
function TagHeads() {
  return (
    <div className={styles.heads} aria-hidden="true">
      <span />
      <span>Photo</span>
      <span>Signature</span>
    </div>
  );
}

/** One way of handing over, with the proof that it needs. */
function Tag({ tag, item }: { tag: ConfirmationTag; item: Proof | null }) {
  const settings = item?.settings[tag];
  const label = CONFIRMATION_TAG_LABELS[tag];
  return (
    <div className={styles.tag} role="group" aria-label={label}>
      <CheckboxField
        name={tagName(tag)}
        label={label}
        defaultChecked={settings?.enabled ?? (item === null && tag === "to_recipient")}
      />
      <SelectField
        name={levelName("photo", tag)}
        label={levelLabel("photo", tag)}
        options={LEVELS}
        defaultValue={String(settings?.photo ?? 0)}
      />
      <SelectField
        name={levelName("signature", tag)}
        label={levelLabel("signature", tag)}
        options={LEVELS}
        defaultValue={String(settings?.signature ?? 0)}
      />
    </div>
  );
}
