import { expect, it } from "vitest";
import { PieceSize } from "~/db/piece-size.server";

it("a piece has as many rows as fit into a short transaction, within its bounds", () => {
  const size = new PieceSize({ first: 100, smallest: 50, largest: 400, aimMs: 20 });
  size.took(40);
  expect(size.rows).toBe(50);
  size.took(16);
  expect(size.rows).toBe(63);
  size.took(1_000);
  expect(size.rows).toBe(50);
  for (let nth = 0; nth < 5; nth++) size.took(1);
  expect(size.rows).toBe(400);
});
