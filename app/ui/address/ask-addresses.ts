import type { Candidate, SuggestionList } from "~/domain/address/candidate";
import type { Place } from "~/domain/place";
import { absolute, paths } from "~/paths";

/** A sentence for people under the field; typing by hand still works. */
export class AddressFault extends Error {}

const UNREACHED = "Addresses can't be looked up now. You can go on by hand.";

/** A fault of fields has a sentence for each. */
const wordsOf = (data: string | Record<string, string>): string =>
  typeof data === "string" ? data : Object.values(data).join(". ");

/** @throws AddressFault with the service's sentence; a request that was given up throws as fetch does */
async function ask<Data>(path: string, init: RequestInit): Promise<Data> {
  let answer: { status: "success"; data: Data } | { status: "fail"; data: string | Record<string, string> };
  try {
    const response = await fetch(absolute(path), { ...init, headers: { Accept: "application/json", ...init.headers } });
    answer = (await response.json()) as typeof answer;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new AddressFault(UNREACHED);
  }
  if (answer.status !== "success") throw new AddressFault(wordsOf(answer.data) || UNREACHED);
  return answer.data;
}

/** An empty text asks for nothing but how this search works. */
export const askSuggestions = (
  text: string,
  { near, session, signal }: { near: Place | null; session: string; signal: AbortSignal },
): Promise<SuggestionList> =>
  ask(paths.suggestAddresses({ text, lat: near?.lat, lng: near?.lng, session }), { signal });

/** Null: it is gone. */
export const askDetails = (id: string, session: string): Promise<Candidate | null> =>
  ask(paths.addressDetails({ suggestion: id, session }), {});

/** The address of a place; "" where nothing is near. */
export async function askAddressAt({ lat, lng }: Place, signal: AbortSignal): Promise<string> {
  const { display_name } = await ask<{ display_name: string }>(paths.getAddress(), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ lat, lng }),
    signal,
  });
  return display_name;
}
