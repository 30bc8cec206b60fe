import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { malformedXml } from '../errors.ts';

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A parsed element: text, or children by name. A repeated child is an array. */
export type XmlElement = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
  removeNSPrefix: true,
});

/** The content of the document's root element, whatever its name. */
export function parseXml(text: string): XmlElement {
  if (text.trim() === '') return {};
  if (/<!DOCTYPE/i.test(text)) throw malformedXml('a document type is not allowed');
  if (XMLValidator.validate(text) !== true) throw malformedXml('it does not parse');
  const { '?xml': _, ...roots } = parser.parse(text) as Record<string, unknown>;
  const root = Object.entries(roots).find(([name]) => name !== '#text')?.[1];
  return root !== null && typeof root === 'object' ? (root as XmlElement) : {};
}

/** A child that may be there once, often or not at all. */
export function childrenOf(element: unknown, name: string): XmlElement[] {
  const child = element !== null && typeof element === 'object' ? (element as XmlElement)[name] : undefined;
  const children = Array.isArray(child) ? child : child === undefined ? [] : [child];
  return children.map((each) => (each !== null && typeof each === 'object' ? (each as XmlElement) : {}));
}

/** A document as S3 writes one. Arrays become repeated elements, dates ISO times; undefined is left out. */
export function writeXml(root: string, content: unknown, namespace = NAMESPACE): string {
  const attribute = namespace ? ` xmlns="${namespace}"` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${inner(content)}</${root}>`;
}

function element(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join('');
  return `<${name}>${inner(value)}</${name}>`;
}

function inner(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return escapeText(String(value));
  let text = '';
  for (const [name, child] of Object.entries(value)) text += element(name, child);
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Control characters are written by number, as S3 does; XML would lose or forbid them. */
function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape
  return text.replace(/[&<>"\x00-\x1f\x7f]/g, (character) => {
    return ENTITIES[character] ?? `&#x${character.charCodeAt(0).toString(16)};`;
  });
}
