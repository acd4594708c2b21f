import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import { LinkedText } from '../LinkedText';
import { elementsOf } from './elements';
import { SLOW_TEXTS, XSS_ATTEMPTS } from './xss.fixture';
import { MarkdownTree } from './MarkdownTree';
import { parse } from './parse';

const markupOf = (text: string): string => {
  const tree = parse(text);
  return renderToStaticMarkup(tree ? elementsOf(tree, text) : <LinkedText text={text} />);
};

const pageOf = (text: string): HTMLElement => new DOMParser().parseFromString(markupOf(text), 'text/html').body;

const ELEMENTS =
  'A BLOCKQUOTE BR CODE DEL DIV EM H4 H5 H6 HR INPUT LI OL P PRE SPAN STRONG TABLE TBODY TD TH THEAD TR UL svg path'.split(
    ' ',
  );
const ATTRIBUTES =
  'href target rel class dir start align role aria-label aria-hidden tabindex type checked disabled'.split(' ');

describe('a hostile text', () => {
  it('makes no element and no attribute but those of Markdown, and no link but to pages and mailboxes', () => {
    expect(XSS_ATTEMPTS.length).toBeGreaterThanOrEqual(60);
    for (const text of XSS_ATTEMPTS) {
      for (const element of pageOf(text).querySelectorAll('*')) {
        expect(ELEMENTS, text).toContain(element.tagName);
        if (element.closest('svg')) continue;
        for (const { name } of element.attributes) expect(ATTRIBUTES, text).toContain(name);
        const href = element.getAttribute('href');
        if (href === null) continue;
        expect(href, text).toMatch(/^(https?:\/\/|mailto:)/i);
        expect(new URL(href).username, text).toBe('');
        expect(element.getAttribute('rel'), text).toBe('nofollow noopener noreferrer');
        expect(element.getAttribute('target'), text).toBe('_blank');
      }
    }
  });

  it('stays readable as it was typed', () => {
    for (const text of XSS_ATTEMPTS.slice(0, 20)) expect(pageOf(text).textContent, text).toBe(text);
    expect(pageOf('[a](javascript:alert(1))').textContent).toBe('[a](javascript:alert(1))');
    expect(pageOf('![a](data:image/png,x)').textContent).toBe('![a](data:image/png,x)');
  });
});

describe('a text that is slow to parse', () => {
  it('is shown in a moment, or as it was typed', () => {
    for (const text of SLOW_TEXTS) {
      const before = performance.now();
      const body = pageOf(text);
      expect(performance.now() - before, text.slice(0, 30)).toBeLessThan(10_000);
      let depth = 0;
      for (let [part] = body.children; part; [part] = part.children) depth += 1;
      expect(depth, text.slice(0, 30)).toBeLessThan(200);
    }
    expect(parse('>'.repeat(1000))).toBeNull();
    expect(parse('- '.repeat(1000))).toBeNull();
    expect(parse('x'.repeat(20_001))).toBeNull();
    // A long text of short paragraphs is not slow.
    expect(parse(`${'x'.repeat(2000)}\n\n`.repeat(25))).not.toBeNull();
    // What people write is no such text.
    for (const text of ['-'.repeat(80), '*'.repeat(80), '> > > a', '- - a', '='.repeat(80)]) {
      expect(parse(text), text).not.toBeNull();
    }
  });
});

describe('Markdown', () => {
  it('has tables, task lists, struck words and bare addresses', () => {
    const body = pageOf(
      '| a | b |\n|---|--:|\n| 1 | 2 | 3 |\n\n- [ ] one\n- [x] two\n\n~~old~~ and ~5\n\nhttps://example.com/a. www.example.com, mara@example.com',
    );
    expect(body.querySelectorAll('td')).toHaveLength(2);
    expect(body.querySelector('th[align=right]')?.textContent).toBe('b');
    expect([...body.querySelectorAll('input')].map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [false, true],
      [true, true],
    ]);
    expect(body.querySelector('del')?.textContent).toBe('old');
    expect([...body.querySelectorAll('a')].map(({ textContent, href }) => [textContent, href])).toEqual([
      ['https://example.com/a', 'https://example.com/a'],
      ['www.example.com', 'http://www.example.com/'],
      ['mara@example.com', 'mailto:mara@example.com'],
    ]);
  });

  it('makes images links, and of one within a link its words', () => {
    expect(markupOf('![A chart](https://example.com/a.png)')).toContain('>A chart</a>');
    expect(markupOf('![](https://example.com/a.png)')).toContain('>https://example.com/a.png</a>');
    expect(pageOf('[![A chart](https://example.com/a.png)](https://example.com)').innerHTML).toMatch(
      /^<p dir="auto"><a href="https:\/\/example.com"[^>]*>A chart<\/a><\/p>$/,
    );
  });

  it('shows the pictures that it is told to, and leaves the others links', () => {
    const picture = (address: string, words: string) =>
      address.startsWith('/files/') ? <img src="blob:a" alt={words} /> : null;
    const { container } = render(
      <MarkdownTree text={'![Hull](/files/1/hull.png) ![A chart](https://example.com/a.png)'} picture={picture} />,
    );
    expect(container.querySelector('img')?.alt).toBe('Hull');
    expect(container.querySelector('a')?.textContent).toBe('A chart');
  });

  it('keeps headings below those that stand above the text', () => {
    expect([...pageOf('# a\n## b\n### c\n#### d').children].map(({ tagName }) => tagName)).toEqual([
      'H4',
      'H5',
      'H6',
      'H6',
    ]);
    expect([...pageOf('### a\n> ## b').querySelectorAll('h4, h5')].map(({ textContent }) => textContent)).toEqual([
      'a',
      'b',
    ]);
  });

  it('ticks a box before a link, an address, code or bold words, and names it by them', () => {
    const source = '- [ ] one\n- [ ] [two](https://a.example)\n- [ ] https://b.example\n- [x] `four`\n- [ ] **five**';
    const onTick = vi.fn<(text: string) => void>();
    render(<MarkdownTree text={source} onTick={onTick} />);
    const boxes = screen.getAllByRole('checkbox');
    for (const box of boxes) fireEvent.click(box);
    expect(onTick.mock.calls.flat()).toEqual([
      source.replace('[ ] one', '[x] one'),
      source.replace('[ ] [two]', '[x] [two]'),
      source.replace('[ ] https', '[x] https'),
      source.replace('[x] `four`', '[ ] `four`'),
      source.replace('[ ] **five**', '[x] **five**'),
    ]);
    expect(screen.getByRole('checkbox', { name: '**five**' })).toBeEnabled();
  });

  it('ticks the box that was pressed, wherever it stands, and changes nothing else', () => {
    const source = 'See [x] and [ ]:\n\n1. [ ] one [ ] more\n   - [X] two\n\n> * [ ]  three\n';
    const onTick = vi.fn<(text: string) => void>();
    render(<MarkdownTree text={source} onTick={onTick} />);
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    expect(onTick.mock.calls.flat()).toEqual([
      source.replace('1. [ ]', '1. [x]'),
      source.replace('[X] two', '[ ] two'),
      source.replace('* [ ]', '* [x]'),
    ]);
    expect(screen.getByRole('checkbox', { name: 'three' })).toBeEnabled();
  });
});
