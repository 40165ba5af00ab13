/** For the text and the quoted attributes of HTML and of XML, of which neither can hold most control characters. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
