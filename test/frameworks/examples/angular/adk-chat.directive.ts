import { Directive, ElementRef, effect, inject, input } from '@angular/core';
import type { AdkChatElement } from 'adk-chat';
import 'adk-chat/define';

/** Names the properties that the templates of this application set, with their types. */
@Directive({ selector: 'adk-chat' })
export class AdkChat {
  readonly element: AdkChatElement = inject(ElementRef).nativeElement;
  readonly endpoint = input<AdkChatElement['endpoint']>();
  readonly heading = input<AdkChatElement['heading']>('');
  readonly headers = input<AdkChatElement['headers']>();
  readonly tools = input<AdkChatElement['tools']>();

  constructor() {
    effect(() => {
      this.element.endpoint = this.endpoint();
      this.element.heading = this.heading();
      this.element.headers = this.headers();
      this.element.tools = this.tools();
    });
  }
}
