import { renderToStaticMarkup } from "react-dom/server";
import { MantineProvider } from "@mantine/core";
import { describe, expect, it } from "vitest";
import { END_AFTER_START, START_BEFORE_END } from "~/domain/time/hhmm";
import type { ActionRefusal } from "~/lib/action-result";
import { FieldStatuses, statusWords, type FieldStatus } from "~/ui/form/field-status";
import { TimeRange } from "~/ui/form/fields";
import { FormContext } from "~/ui/form/form-context";

const POSTED = { formId: "f", busy: false, busyIntent: null, edited: { current: new Set<string>() }, texts: {} };

/** The messages of a range, each as often as it stands there. */
function messagesOf(
  times: [start: string, end: string],
  { refusal = null, statuses = {} }: { refusal?: ActionRefusal | null; statuses?: Record<string, FieldStatus> } = {},
): string[] {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <FormContext.Provider value={{ ...POSTED, refusal }}>
        <FieldStatuses.Provider value={statuses}>
          <TimeRange legend="Hours" startName="start" endName="end" startDefault={times[0]} endDefault={times[1]} />
        </FieldStatuses.Provider>
      </FormContext.Provider>
    </MantineProvider>,
  );
  return html.match(new RegExp(`${START_BEFORE_END}|${END_AFTER_START}`, "g")) ?? [];
}

const refusedAt = (field: string, message: string): ActionRefusal => ({
  ok: false,
  message,
  fieldErrors: { [field]: message },
});

// @spec PC-5.24 PC-5.25
describe("a time range", () => {
  it("has one message, whatever an earlier answer said of its other end", () => {
    expect(messagesOf(["20:00", "18:00"])).toEqual([START_BEFORE_END]);
    expect(messagesOf(["20:00", "18:00"], { refusal: refusedAt("end", END_AFTER_START) })).toEqual([START_BEFORE_END]);
    expect(messagesOf(["08:00", "18:00"], { refusal: refusedAt("end", END_AFTER_START) })).toEqual([END_AFTER_START]);
  });

  it("whose fields save themselves says what the line under them says", () => {
    const statuses: Record<string, FieldStatus> = {
      start: { state: "failed" },
      end: { state: "failed", error: END_AFTER_START },
    };
    expect(messagesOf(["20:00", "18:00"], { statuses })).toEqual([END_AFTER_START]);
    expect(statusWords(statuses)).toBe(`Not saved: ${END_AFTER_START}`);
    expect(messagesOf(["20:00", "18:00"], { statuses: { end: { state: "saving" } } })).toEqual([START_BEFORE_END]);
  });
});
