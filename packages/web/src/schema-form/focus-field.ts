const controls =
  '[data-code-editor], input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled])'

/** Leads to the control of a place; where it has none of its own, to the nearest one around it. */
export function focusField(box: HTMLElement | null, path: string): void {
  let place = path
  while (place !== '') {
    const field = box?.querySelector(`[data-field="${CSS.escape(place)}"]`)
    const control = field?.querySelector<HTMLElement>(controls)
    if (control !== undefined && control !== null) {
      control.focus()
      control.scrollIntoView({ block: 'center' })
      return
    }
    place = place.includes('.') ? place.slice(0, place.lastIndexOf('.')) : ''
  }
}
