/** What the pages say until the operator of the product has written something of their own. */
import type { PageText, PublicPage } from "./public-page";

/** The lines of one paragraph become one line, as people type it. */
const lines = (...text: string[]): string => text.join("\n").replace(/(\S)\n(?!\n| *[-#]) */g, "$1 ");

const HOME: PageText = {
  title: "Plan, drive and follow every route",
  description: "Plan the routes of vehicles and drivers, drive them, and let recipients follow their deliveries.",
  body: lines(
    "Companies that deliver goods or visit customers plan their day here: on a map, in a table and on a timeline.",
    "",
    "## Plan",
    "",
    "- Import visits from a spreadsheet, or send them from your own programs.",
    "- Have the routes calculated: time windows, loads, working hours and breaks are kept.",
    "- Move visits by hand whenever you know better; times follow at once.",
    "",
    "## Drive",
    "",
    "- Drivers open their route on a phone. One tap reports a stop, with or without a network.",
    "- Photos, signatures and codes prove a delivery.",
    "",
    "## Follow",
    "",
    "- Dispatchers see what happens on the road while it happens.",
    "- Recipients get a link with the time of their visit, and no app to install.",
    "",
    "A new company has seven days to try everything. You need an e-mail address and nothing else.",
  ),
};

const ABOUT: PageText = {
  title: "About us",
  description: "Who runs this route planning service, and for whom.",
  body: lines(
    "This service is run by **[name of the operator]**, [town, country].",
    "",
    "It is made for companies that deliver goods, collect them or work at their customers’ places: dispatchers",
    "plan, drivers drive, and recipients know when somebody comes.",
    "",
    "## What matters to us",
    "",
    "- **Plans that hold.** Every calculated route is checked once more before it counts.",
    "- **No lost work.** What drivers report counts once, also when there was no network.",
    "- **Your data are yours.** Companies export what they have stored, and delete all of it with their company.",
  ),
};

const CONTACTS: PageText = {
  title: "Contacts",
  description: "How to reach the operator of this route planning service.",
  body: lines(
    "**[name of the operator]**",
    "",
    "[street and number], [postcode and town], [country]",
    "",
    "- E-mail: [e-mail address]",
    "- Phone: [phone number]",
    "",
    "## Do you wait for a delivery?",
    "",
    "Please ask the company that sends it: its phone number and e-mail are on the page behind the link in your",
    "message. We can see neither your order nor what is in it.",
  ),
};

const TERMS: PageText = {
  title: "Terms of use",
  description: "The terms under which companies and their people use this route planning service.",
  body: lines(
    "These terms are between **[name of the operator]**, [address], and the company that uses this service.",
    "",
    "## 1. The service",
    "",
    "The service plans routes of vehicles, shows them to drivers, and shows recipients when they are visited.",
    "Calculated times and routes are estimates. Drivers follow the rules of the road and what they see, not the",
    "plan.",
    "",
    "## 2. Accounts",
    "",
    "Who signs up for a company may act for it. Keep passwords and API keys secret, and tell us at once when",
    "somebody else has come to know one. The administrators of a company decide who belongs to it and what they",
    "may do.",
    "",
    "## 3. Trial, packages and payment",
    "",
    "A new company tries the service for seven days at no charge. After that it chooses a package; its price",
    "depends on the number of visits and is shown before it is ordered. A package may be cancelled at any time",
    "and goes on until the end of the period that is paid for.",
    "",
    "## 4. Fair use",
    "",
    "Nobody may use the service against the law, disturb it, look for data of other companies, or send messages",
    "that recipients do not expect.",
    "",
    "## 5. Data",
    "",
    "What a company stores stays its own. We process personal data on its behalf, as our [privacy",
    "notice](/privacy) says.",
    "",
    "## 6. Availability and liability",
    "",
    "[What the operator promises about availability, and how liability is limited under the law that applies]",
    "",
    "## 7. End",
    "",
    "A company may leave at any time, and export its data before. We may end the agreement with [period] notice,",
    "and at once when these terms are broken seriously.",
    "",
    "## 8. Law and place",
    "",
    "The law of [country] applies. Courts of [town] decide. These terms are of [date].",
  ),
};

const PRIVACY: PageText = {
  title: "Privacy notice",
  description: "Which personal data this route planning service keeps, what for, and for how long.",
  body: lines(
    "Responsible for this service: **[name of the operator]**, [address], [e-mail address]. For the data of",
    "deliveries and visits the company that plans them is responsible; we process them on its behalf.",
    "",
    "## Which data, and what for",
    "",
    "- **Accounts**: name, e-mail, phone, country, settings, and when somebody was active. To let people in and",
    "  to show colleagues who did what.",
    "- **Visits**: names, addresses, phone numbers, e-mails, notes, photos and signatures that companies enter or",
    "  their drivers take. To plan visits, to carry them out and to prove them.",
    "- **Positions of vehicles**: only while a driver has switched it on. **Places of reports**: where a driver was",
    "  when they reported a stop, if their phone tells it. Both as many days as the driver's company has chosen.",
    "- **Log**: who changed what, from which address and with which browser. To find faults and misuse.",
    "",
    "## Cookies",
    "",
    "The service sets cookies that it needs to work: for the session, for messages between two pages, and to",
    "remember a browser. None of them follows anybody to other sites. A help chat, where there is one, is loaded",
    "only after somebody has agreed to it.",
    "",
    "## Who else sees data",
    "",
    "[Hosting provider, mail and SMS gateways, map services, payment provider: names, countries, what they",
    "receive]",
    "",
    "## How long",
    "",
    "Messages to recipients: for 180 days. Accounts whose e-mail is never confirmed: for 30 days after the last link.",
    "[Periods for visits, photos, other accounts, logs and backups]",
    "",
    "## Your rights",
    "",
    "You may ask what is stored about you, have it corrected or erased, object to its use, and take it with you.",
    "Write to [e-mail address], or to the company whose delivery it is about. You may also complain to",
    "[supervisory authority].",
    "",
    "This notice is of [date].",
  ),
};

export const SAMPLE_TEXTS: Readonly<Record<PublicPage, PageText>> = {
  home: HOME,
  "about-us": ABOUT,
  contacts: CONTACTS,
  terms: TERMS,
  privacy: PRIVACY,
};

/** Something that only the operator can fill in: '[name of the operator]', and no link. */
const GAP = /\[[^\][]+\](?!\()/g;

/** The gaps of a text, each once. */
export const gapsOf = (body: string): string[] => [...new Set(body.match(GAP) ?? [])];
