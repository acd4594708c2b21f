/**
 * Matches text that a spreadsheet would run as a formula, also after white space; Japanese ones accept full-width signs. A
 * leading tab or carriage return can start one, too. In a table, an apostrophe in front turns it into text.
 */
export const FORMULA = /^(?:[\t\r]|\s*[=+\-@\t\r＝＋－＠])/u;
