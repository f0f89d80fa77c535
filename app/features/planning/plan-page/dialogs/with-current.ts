/** The current value stays a choice, even when it could no longer be chosen. */
export const withCurrent = (
  options: readonly { value: string; label: string }[],
  id: number | null,
  label: string,
): readonly { value: string; label: string }[] =>
  id === null || options.some((option) => option.value === String(id))
    ? options
    : [{ value: String(id), label }, ...options];
