import { Component, signal } from '@angular/core';
import type { AdkToolCallEvent, ToolCallDetail } from 'adk-chat';
import { tools } from '../tools';
import { AdkChat } from './adk-chat.directive';

@Component({
  selector: 'support-page',
  imports: [AdkChat],
  template: `
    <button (click)="chat.send('where am I?')">Where am I?</button>
    <output>Answers: {{ answers() }}</output>
    <adk-chat
      #chat
      endpoint="/api/chat"
      heading="Support"
      [headers]="headers"
      [tools]="tools"
      (adk-tool-call)="onToolCall($event)"
      (adk-finish)="answers.set(answers() + 1)"
    >
      @for (call of calls(); track call.toolCallId) {
        <article slot="tool:{{ call.toolCallId }}">
          Card of {{ call.toolName }}: {{ toJson(call.input) }}
        </article>
      }
    </adk-chat>
  `,
})
export class SupportPage {
  readonly headers = { 'x-tenant': 'acme' };
  readonly tools = tools;
  readonly calls = signal<ToolCallDetail[]>([]);
  readonly answers = signal(0);
  readonly toJson = JSON.stringify;

  onToolCall({ detail }: AdkToolCallEvent): void {
    this.calls.update((known) => [...known, detail]);
  }
}
