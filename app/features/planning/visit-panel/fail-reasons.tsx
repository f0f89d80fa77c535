import { Radio, Stack } from "@mantine/core";
import { FAIL_NOTE_LENGTH, OTHER_REASON } from "~/domain/visit/fail-reasons";
import type { FailReason } from "~/domain/visit/fail-reasons";
import { absolute } from "~/paths";
import { TextareaField } from "~/ui/form/fields";
import { useField } from "~/ui/form/form-context";
import styles from "./fail-reasons.module.css";

/** The reasons that the company offers, each with its picture; Other takes a note. */
export function FailReasons({ reasons }: { reasons: readonly FailReason[] }) {
  const field = useField("failReasonId", "", undefined);
  return (
    <div className={styles.reasons}>
      <Radio.Group
        name="failReasonId"
        label="Reason"
        withAsterisk
        defaultValue={field.defaultValue}
        error={field.error}
        id={field.id}
      >
        <Stack gap="xs" mt="xs">
          {reasons.map((reason) => (
            <Radio
              key={reason.id}
              value={String(reason.id)}
              classNames={{ body: styles.reason }}
              label={<Reason reason={reason} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      {reasons.some((reason) => reason.id === OTHER_REASON) ? (
        <div className={styles.note}>
          <TextareaField name="failNote" label="What happened?" rows={2} maxLength={FAIL_NOTE_LENGTH} />
        </div>
      ) : null}
    </div>
  );
}

const Reason = ({ reason }: { reason: FailReason }) => (
  <span className={styles.label}>
    <img src={absolute(reason.image)} alt="" width={28} height={28} />
    {reason.title}
  </span>
);
