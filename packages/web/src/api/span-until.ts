/** The span of this width that ends at a moment, as lists of events are asked for it; nothing for the newest. */
export function spanUntil(to: string | undefined, widthMs: number): { from?: string; to?: string } {
  return to === undefined ? {} : { from: new Date(Date.parse(to) - widthMs).toISOString(), to }
}
