import { afterEach, beforeEach, expect, vi } from "vitest";

/**
 * An unexpected console.error is a fault that nobody looked at: the test fails.
 * A test that expects one takes it over with its own vi.spyOn(console, "error").
 */
export function refuseConsoleErrors(): void {
  let errors: unknown[][] = [];

  beforeEach(() => {
    errors = [];
    vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
      errors.push(args);
    });
  });

  afterEach(() => {
    const seen = errors;
    errors = [];
    vi.restoreAllMocks();
    expect(seen, "console.error was called").toEqual([]);
  });
}
