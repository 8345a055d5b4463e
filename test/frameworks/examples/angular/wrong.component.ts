import { Component } from '@angular/core';
import { AdkChat } from './adk-chat.directive';

@Component({
  selector: 'wrong-page',
  imports: [AdkChat],
  template: `
    <adk-chat #chat [endpoint]="42" />
    <adk-chat [headingg]="'x'" />
    <adk-chat (adk-finish)="onClick($event)" />
    <button (click)="chat.sendd('x')">Send</button>
  `,
})
export class WrongPage {
  onClick(event: MouseEvent): void {
    void event;
  }
}
