import { Radio, Stack } from "@mantine/core";
import type { FailReason } from "~/domain/visit/fail-reasons";
import { useField } from "~/ui/form/form-context";

/** The reasons that the company offers. */
export function FailReasons({ reasons }: { reasons: readonly FailReason[] }) {
  const field = useField("failReasonId", "", undefined);
  return (
    <Radio.Group name="failReasonId" label="Reason" withAsterisk defaultValue={field.defaultValue} error={field.error} id={field.id}>
      <Stack gap="xs" mt="xs">
        {reasons.map((reason) => <Radio key={reason.id} value={String(reason.id)} label={reason.title} />)}
      </Stack>
    </Radio.Group>
  );
}
