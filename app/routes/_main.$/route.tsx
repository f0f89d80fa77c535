import type { MetaFunction } from "@remix-run/node";

export const meta: MetaFunction = () => [
  { title: "Page not found · Route planning" },
  { name: "description", content: "There is no page at this address." },
];

/** Any other address: the not-found page inside the main layout. */
export const loader = () => {
  throw new Response("Page not found", { status: 404, statusText: "Not Found" });
};

export default function Unknown() {
  return null;
}
