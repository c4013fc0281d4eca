// Follows the news of a page. Where none comes any more, that stands at the top and in the title.
"use strict";

// The server gives a sign of life every 15 seconds, so that a silent line is noticed too.
const SILENT = 40000;
const AGAIN = 2000;
const warning = document.getElementById("lost");

class Follower {
  // address: the news; last: the number of the last one that the page shows; take: shows news;
  // lost: is told when the line is lost, and when it is back; may: whether to try again.
  constructor(address, last, take, lost, may) {
    this.address = address;
    this.last = last;
    this.take = take;
    this.lost = lost;
    this.may = may;
    this.title = document.title;
    this.isLost = false;
    setInterval(() => this.watch(), 5000);
    this.listen();
  }

  listen() {
    this.source = new EventSource(`${this.address}?after=${encodeURIComponent(this.last)}`);
    this.sign = performance.now();
    this.source.addEventListener("sign", () => this.came());
    this.source.addEventListener("news", (event) => {
      this.came();
      const news = JSON.parse(event.data);
      this.last = news.last || this.last;
      if (news.title) {
        this.title = news.title;
        this.entitle();
      }
      this.take(news);
    });
    this.source.addEventListener("error", () => {
      this.show(true);
      if (this.source.readyState === EventSource.CLOSED) {
        this.again();
      }
    });
  }

  // A line that says nothing although it is open is as good as none.
  watch() {
    if (this.source.readyState === EventSource.OPEN && performance.now() - this.sign > SILENT) {
      this.source.close();
      this.show(true);
      this.again();
    }
  }

  again() {
    setTimeout(async () => {
      if (await this.may()) {
        this.listen();
      }
    }, AGAIN);
  }

  came() {
    this.sign = performance.now();
    this.show(false);
  }

  show(isLost) {
    if (this.isLost !== isLost) {
      this.isLost = isLost;
      warning.hidden = !isLost;
      this.entitle();
      this.lost(isLost);
    }
  }

  entitle() {
    document.title = this.isLost ? `${warning.textContent} ${this.title}` : this.title;
  }
}
