/** What stands in a list of the document, for people: `maintenanceWindows` holds each a `maintenance window`. */
export function configurationKindWord(list: string): string {
  const words = list.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.replace(/s$/, '')
}
