/** What a plan that is exported has at its visits: signs that files mean something by, and words of many alphabets. */
export const FIRST = {
  name: "Čížková Müller Ünal Žofie",
  arrival_time: "2026-11-23 07:10:00",
  waiting_time: 41 * 60,
  service_duration: 900,
  label_position: 1,
  distance: 4200,
  travel_duration: 600,
  package_load: 12.5,
  package_capacity: 0.25,
  recipient_phone: "+423 232 11 22",
  recipient_email: "ann@example.com",
  recipient_note: '=HYPERLINK("http://evil.example")',
  start_time: "08:00",
  end_time: "12:00",
};

export const SECOND = {
  name: 'Inn "Zur Post"',
  arrival_time: "2026-11-23 07:30:00",
  label_position: 2,
  status: 4,
  completed_at: "2026-11-23 07:42:00",
  type: "P",
  external_id: "A-17",
};

export const THIRD = {
  name: "Nobody comes",
  unserved_reason: JSON.stringify({ message: "No vehicle can carry 900 kg.", vehicles: [], suggestion: null }),
};
