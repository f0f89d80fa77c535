/**
 * Works on one item after the other. One that fails does not keep the others back.
 * @throws the first failure, once all have been tried
 */
export async function eachApart<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
