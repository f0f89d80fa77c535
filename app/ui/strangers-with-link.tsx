/** Says who can open the visit's page and is not its recipient any more; nothing where nobody is. */
export function StrangersWithLink({ strangers, className }: { strangers: readonly string[]; className?: string }) {
  return strangers.map((contact) => (
    <p key={contact} className={className} style={{ margin: 0, overflowWrap: "anywhere" }}>
      The link that went to {contact} still opens this visit’s page.
    </p>
  ));
}
