/** What programs are told of addresses. */
import { z } from "zod";

export const CandidateTold = z.object({
  kind: z.enum(["address", "street", "place", "point"]),
  displayName: z.string(),
  countryCode: z.string(),
  lat: z.number(),
  lng: z.number(),
  postcode: z.string().optional(),
  confidence: z.number(),
});
const degrees = z.number().nullable();

export const SuggestionsTold = z.object({
  text: z.string(),
  isReady: z.boolean(),
  whileTyping: z.boolean(),
  pauseMs: z.number(),
  attribution: z.string(),
  suggestions: z.array(CandidateTold.extend({ id: z.string(), lat: degrees, lng: degrees })),
});
export const AddressTold = z.object({ display_name: z.string(), country_code: z.string(), distance: z.number() });
export const LocationTold = z.object({
  lat: z.number(),
  lng: z.number(),
  display_name: z.string(),
  country_code: z.string(),
  verdict: z.enum(["sure", "ambiguous", "unknown"]),
  candidates: z.array(CandidateTold),
});
export const CountriesTold = z.array(
  z.object({
    id: z.int(),
    code: z.string(),
    title: z.string(),
    name: z.string(),
    lat: z.number(),
    lng: z.number(),
  }),
);
export const AreasTold = z.array(z.object({ id: z.int(), codes: z.array(z.string()) }));
