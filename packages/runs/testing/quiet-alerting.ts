import type { AlertIntakeDeps } from '@sonde/alerting/raise/alert-intake.ts'

/** Alerts are written down; nobody sends them. */
export const quietAlerting: AlertIntakeDeps = {
  publicUrl: () => 'https://sonde.example.net',
  canMail: true,
  wakeDelivery: () => {},
}
