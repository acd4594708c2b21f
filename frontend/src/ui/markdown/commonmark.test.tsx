import { renderToStaticMarkup } from 'react-dom/server';
import type { Nodes } from 'mdast';
import spec from 'commonmark-spec';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { elementsOf } from './elements';
import { parse } from './parse';

/** GitHub reads bare addresses as links where CommonMark does not: what its own specification says of these is so, too. */
const BARE_ADDRESSES = [602, 606, 608, 611, 612];

const kinds = (node: Nodes): string[] => [node.type, ...('children' in node ? node.children.flatMap(kinds) : [])];

/** Raw HTML stays text with us. */
const hasHtml = (markdown: string): boolean => kinds(fromMarkdown(markdown)).includes('html');

const readable = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

/** One HTML for all that is the same to a reader: without what we add, and with images as the links that we make of them. */
const normal = (html: string): string => {
  const page = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
  for (const image of page.querySelectorAll('img')) {
    const words = image.getAttribute('alt') || image.getAttribute('src') || '';
    if (image.closest('a')) image.replaceWith(words);
    else {
      const link = page.createElement('a');
      link.setAttribute('href', image.getAttribute('src') ?? '');
      link.append(words);
      image.replaceWith(link);
    }
  }
  for (const element of page.body.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (name === 'href') element.setAttribute(name, readable(element.getAttribute(name) ?? ''));
      else if (name !== 'start') element.removeAttribute(name);
    }
  }
  for (const code of page.querySelectorAll('pre code')) code.textContent = code.textContent.replace(/\n+$/, '');
  page.body.normalize();
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const empty: Node[] = [];
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.parentElement?.closest('pre')) continue;
    text.textContent = (text.textContent ?? '').replaceAll(/\s*\n\s*/g, '\n');
    const isBetweenBlocks = /^(BODY|UL|OL|LI|BLOCKQUOTE)$/.test(text.parentElement?.tagName ?? '');
    if (isBetweenBlocks) text.textContent = text.textContent.replaceAll(/^\n|\n$/g, '');
    const { previousSibling: before } = text;
    if (before?.nodeName === 'BR') text.textContent = text.textContent.replace(/^\n/, '');
    if (text.textContent === '') empty.push(text);
  }
  for (const text of empty) text.parentNode?.removeChild(text);
  return page.body.innerHTML;
};

const shown = (markdown: string): string => {
  const tree = parse(markdown);
  if (!tree) throw new Error('Not read as Markdown');
  return renderToStaticMarkup(elementsOf(tree, markdown, { level: 0, hrefOf: (address) => address }));
};

const examples = spec.tests.map(({ markdown, html, ...rest }) => ({
  ...rest,
  // The specification writes tabs as arrows.
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}));
const applying = examples.filter(({ markdown, number }) => !hasHtml(markdown) && !BARE_ADDRESSES.includes(number));

describe('CommonMark', () => {
  it('is followed except for raw HTML, which stays text, and bare addresses', () => {
    expect(examples).toHaveLength(652);
    expect(applying).toHaveLength(575);
  });

  it('is followed in each applicable example', () => {
    const missed = applying
      .map(({ number, markdown, html }) => ({ number, markdown, is: normal(shown(markdown)), wants: normal(html) }))
      .filter(({ is, wants }) => is !== wants);
    expect(missed).toEqual([]);
  });
});
